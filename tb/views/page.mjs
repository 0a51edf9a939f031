// page.mjs - opens a file in a viewer's page in a headless Chromium and prints, as JSON, what the page shows of it.
//
// usage: VIEWERS=FOLDER node page.mjs speedscope|konata PAGE.html FILE [PICTURE.png]
//
// FOLDER has node_modules with puppeteer-core (make deps-viewers).  Of speedscope: its version and the rows of the table of
// Sandwich; of Konata: what its page says, with each canvas' size and colours.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [kind, pagePath, path, picture] = process.argv.slice(2);
const require = createRequire(resolve(process.env.VIEWERS) + '/');
const puppeteer = (await import(pathToFileURL(require.resolve('puppeteer-core')))).default;
const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM, headless: true, defaultViewport: { width: 1280, height: kind === 'speedscope' ? 420 : 640 },
    args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--allow-file-access-from-files'] });
const said = { errors: [], console: [] };
try {
    const page = await browser.newPage();
    page.on('pageerror', error => said.errors.push(error.message));
    page.on('dialog', async dialog => { said.errors.push(dialog.message()); await dialog.dismiss(); });
    page.on('console', message => said.console.push(message.text()));
    const url = pathToFileURL(pagePath).href;
    if (kind === 'speedscope') { // as its own command hands a file over
        const text = readFileSync(path).toString('base64'), load = path + '.load.js';
        writeFileSync(load, `speedscope.loadFileFromBase64(${JSON.stringify(basename(path))}, "${text}")`);
        await page.goto(url + '#localProfilePath=' + resolve(load));
        await page.waitForFunction(name => document.body.innerText.includes(name), { timeout: 20000 }, basename(path));
        if (picture)
            await page.screenshot({ path: picture });
        await page.setViewport({ width: 1280, height: 6000 }); // the table has the rows that are visible
        await page.keyboard.press('3');
        await page.waitForSelector('td', { timeout: 20000 });
        said.rows = await page.evaluate(() => [...document.querySelectorAll('tr')].map(
            row => [...row.querySelectorAll('td')].map(cell => cell.innerText)).filter(row => row.length));
    } else {
        await page.goto(url);
        const input = await page.waitForSelector('input[type=file]', { timeout: 20000 });
        await input.uploadFile(path);
        await page.waitForFunction(() => document.body.innerText.includes('Loaded'), { timeout: 40000 });
        said.text = await page.evaluate(() => document.body.innerText);
        if (picture)
            await page.screenshot({ path: picture });
    }
} finally {
    await browser.close();
}
process.stdout.write(JSON.stringify(said) + '\n');

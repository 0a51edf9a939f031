/* sanitized.h - whether the code is compiled for AddressSanitizer, as gcc and clang say it. */
#ifndef KIT_SANITIZED_H
#define KIT_SANITIZED_H

#if defined __has_feature
#define SANITIZED __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#endif

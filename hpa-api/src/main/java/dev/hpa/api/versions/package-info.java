/** All versions of HorizontalPodAutoscaler: decoding, conversion, encoding. */
@NullMarked
package dev.hpa.api.versions;

import org.jspecify.annotations.NullMarked;

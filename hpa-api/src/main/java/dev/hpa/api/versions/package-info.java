/** All versions of HorizontalPodAutoscaler and Scale: decoding, conversion, encoding. */
@NullMarked
package dev.hpa.api.versions;

import org.jspecify.annotations.NullMarked;

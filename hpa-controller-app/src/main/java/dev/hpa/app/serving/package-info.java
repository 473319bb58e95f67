/** What a running controller tells over HTTP. */
@NullMarked
package dev.hpa.app.serving;

import org.jspecify.annotations.NullMarked;

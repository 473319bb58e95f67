/** The HTTPS server with its authentication and authorization, its pages, and the debug API. */
@NullMarked
package dev.hpa.app.serving;

import org.jspecify.annotations.NullMarked;

/** The API server as its clients see it, over HTTP. */
@NullMarked
package dev.hpa.sandbox.server;

import org.jspecify.annotations.NullMarked;

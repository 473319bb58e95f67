/** Tests of the API server over HTTP. */
@NullMarked
package dev.hpa.sandbox.server;

import org.jspecify.annotations.NullMarked;

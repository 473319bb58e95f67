/** The HTTP server: TLS, authentication, routing, and fault injection. */
@NullMarked
package dev.hpa.sandbox.server;

import org.jspecify.annotations.NullMarked;

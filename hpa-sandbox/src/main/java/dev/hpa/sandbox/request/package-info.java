/** Requests and responses: decoding, content negotiation and serialization. */
@NullMarked
package dev.hpa.sandbox.request;

import org.jspecify.annotations.NullMarked;

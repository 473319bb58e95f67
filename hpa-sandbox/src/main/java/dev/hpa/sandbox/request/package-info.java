/** A request and its response: parsing, content negotiation, serialization. */
@NullMarked
package dev.hpa.sandbox.request;

import org.jspecify.annotations.NullMarked;

/** HTTP semantics of client-go: retries, content negotiation and error messages. */
@NullMarked
package dev.hpa.kube.http;

import org.jspecify.annotations.NullMarked;

/** Client libraries for Java against the sandbox, for a moment or for minutes. */
@NullMarked
package dev.hpa.sandbox.clients;

import org.jspecify.annotations.NullMarked;

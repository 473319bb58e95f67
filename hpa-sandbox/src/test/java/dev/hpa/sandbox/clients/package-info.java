/** Java client libraries against the sandbox: one round, or several minutes. */
@NullMarked
package dev.hpa.sandbox.clients;

import org.jspecify.annotations.NullMarked;

/** Traffic of a real control plane, for tests that replay it. */
@NullMarked
package dev.hpa.sandbox.recordings;

import org.jspecify.annotations.NullMarked;

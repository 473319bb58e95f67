/** The controller program: {@link dev.hpa.app.Main} and its commands. */
@NullMarked
package dev.hpa.app;

import org.jspecify.annotations.NullMarked;

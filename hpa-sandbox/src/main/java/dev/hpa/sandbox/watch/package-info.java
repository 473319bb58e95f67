/** Lists and watches of objects. */
@NullMarked
package dev.hpa.sandbox.watch;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.hpa.sandbox.patch;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.hpa.sandbox.faults;

import org.jspecify.annotations.NullMarked;

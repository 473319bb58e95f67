@NullMarked
package dev.hpa.tck.adapters;

import org.jspecify.annotations.NullMarked;

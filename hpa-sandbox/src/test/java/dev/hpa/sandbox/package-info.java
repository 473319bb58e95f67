@NullMarked
package dev.hpa.sandbox;

import org.jspecify.annotations.NullMarked;

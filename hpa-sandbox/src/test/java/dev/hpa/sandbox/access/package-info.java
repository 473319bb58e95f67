@NullMarked
package dev.hpa.sandbox.access;

import org.jspecify.annotations.NullMarked;

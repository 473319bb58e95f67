@NullMarked
package dev.hpa.sandbox.junit;

import org.jspecify.annotations.NullMarked;

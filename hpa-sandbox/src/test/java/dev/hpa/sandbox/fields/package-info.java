@NullMarked
package dev.hpa.sandbox.fields;

import org.jspecify.annotations.NullMarked;

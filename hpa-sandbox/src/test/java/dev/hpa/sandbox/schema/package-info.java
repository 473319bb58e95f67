@NullMarked
package dev.hpa.sandbox.schema;

import org.jspecify.annotations.NullMarked;

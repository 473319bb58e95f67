@NullMarked
package dev.hpa.sandbox.table;

import org.jspecify.annotations.NullMarked;

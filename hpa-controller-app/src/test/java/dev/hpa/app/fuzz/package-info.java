@NullMarked
package dev.hpa.app.fuzz;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.hpa.cli.fuzz;

import org.jspecify.annotations.NullMarked;

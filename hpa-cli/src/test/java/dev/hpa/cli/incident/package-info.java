@NullMarked
package dev.hpa.cli.incident;

import org.jspecify.annotations.NullMarked;

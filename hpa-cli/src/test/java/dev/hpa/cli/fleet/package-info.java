@NullMarked
package dev.hpa.cli.fleet;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.hpa.cli.completion;

import org.jspecify.annotations.NullMarked;

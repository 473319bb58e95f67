/** What commands share: their flags as options of picocli, help and error reporting. */
@NullMarked
package dev.hpa.cli.commands;

import org.jspecify.annotations.NullMarked;

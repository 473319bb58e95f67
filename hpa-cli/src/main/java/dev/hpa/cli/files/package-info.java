/** Files, folders and standard input as commands take them. */
@NullMarked
package dev.hpa.cli.files;

import org.jspecify.annotations.NullMarked;

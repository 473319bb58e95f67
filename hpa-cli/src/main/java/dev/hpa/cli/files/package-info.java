/** Input files, directories and standard input of commands. */
@NullMarked
package dev.hpa.cli.files;

import org.jspecify.annotations.NullMarked;

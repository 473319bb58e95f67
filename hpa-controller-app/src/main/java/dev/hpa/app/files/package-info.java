/** Files, folders and standard input as commands take them. */
@NullMarked
package dev.hpa.app.files;

import org.jspecify.annotations.NullMarked;

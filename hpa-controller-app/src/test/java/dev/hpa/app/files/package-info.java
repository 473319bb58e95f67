/** Tests of how files are read. */
@NullMarked
package dev.hpa.app.files;

import org.jspecify.annotations.NullMarked;

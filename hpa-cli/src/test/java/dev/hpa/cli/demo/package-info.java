/** Tests of what the demonstration shows. */
@NullMarked
package dev.hpa.cli.demo;

import org.jspecify.annotations.NullMarked;

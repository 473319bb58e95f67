/** Tests of what the demonstration shows. */
@NullMarked
package dev.hpa.cli.report;

import org.jspecify.annotations.NullMarked;

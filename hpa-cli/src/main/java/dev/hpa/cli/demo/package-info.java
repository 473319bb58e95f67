/** The demo: recording, terminal views and HTML report. */
@NullMarked
package dev.hpa.cli.demo;

import org.jspecify.annotations.NullMarked;

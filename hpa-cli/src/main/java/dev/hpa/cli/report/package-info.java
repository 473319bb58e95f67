/** How runs are shown: pages of HTML that open offline, and small charts for the terminal. */
@NullMarked
package dev.hpa.cli.report;

import org.jspecify.annotations.NullMarked;

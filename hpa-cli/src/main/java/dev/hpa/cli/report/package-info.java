/** Self-contained HTML reports and terminal charts. */
@NullMarked
package dev.hpa.cli.report;

import org.jspecify.annotations.NullMarked;

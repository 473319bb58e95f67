/** What a run of the conformance suite shows on a terminal and on a page. */
@NullMarked
package dev.hpa.cli.conformance;

import org.jspecify.annotations.NullMarked;

/** The conformance command and its reports. */
@NullMarked
package dev.hpa.cli.conformance;

import org.jspecify.annotations.NullMarked;

/** Tests of what the demonstration shows. */
@NullMarked
package dev.hpa.app.report;

import org.jspecify.annotations.NullMarked;

/** The dashboard of a controller: {@link dev.hpa.dashboard.Dashboard}. */
@NullMarked
package dev.hpa.dashboard;

import org.jspecify.annotations.NullMarked;

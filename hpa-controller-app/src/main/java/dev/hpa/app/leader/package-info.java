/** Which of several controllers may write. */
@NullMarked
package dev.hpa.app.leader;

import org.jspecify.annotations.NullMarked;

/** Which of several controllers may write. */
@NullMarked
package dev.hpa.kube.leader;

import org.jspecify.annotations.NullMarked;

/** The controller process: serving, leader election, reconciling and shutdown. */
@NullMarked
package dev.hpa.app.process;

import org.jspecify.annotations.NullMarked;

/** State that survives restarts: checkpoints of histories in ConfigMaps. */
@NullMarked
package dev.hpa.controller.state;

import org.jspecify.annotations.NullMarked;

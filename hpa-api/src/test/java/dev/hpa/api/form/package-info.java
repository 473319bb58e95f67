@NullMarked
package dev.hpa.api.form;

import org.jspecify.annotations.NullMarked;

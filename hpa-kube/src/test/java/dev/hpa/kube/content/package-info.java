@NullMarked
package dev.hpa.kube.content;

import org.jspecify.annotations.NullMarked;

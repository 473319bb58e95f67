@NullMarked
package dev.hpa.kube.discovery;

import org.jspecify.annotations.NullMarked;

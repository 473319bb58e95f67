package dev.hpa.controller.soak;

import dev.hpa.api.time.Timeline;
import java.time.Duration;

/** Lets the time of a soak pass. */
interface Pacer {

  /** The time in which cluster and controllers live. */
  Timeline timeline();

  /** Sets the clock of the controllers' machine; without effect where the time is real. */
  void setClock(Duration leap);

  /** Returns when so much time of the cluster has passed. */
  void pass(Duration duration, SoakCluster cluster) throws InterruptedException;

  /** The time of the machine. */
  static Pacer real() {
    Timeline timeline = Timeline.real();
    return new Pacer() {
      @Override
      public Timeline timeline() {
        return timeline;
      }

      @Override
      public void setClock(Duration leap) {}

      @Override
      public void pass(Duration duration, SoakCluster cluster) throws InterruptedException {
        timeline.sleep(duration);
      }
    };
  }
}

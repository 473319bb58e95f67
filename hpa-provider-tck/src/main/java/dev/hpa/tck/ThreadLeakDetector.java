package dev.hpa.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs work in a separate thread group, to which all platform threads that it starts belong.
 * Virtual threads are not observed.
 */
final class ThreadLeakDetector {

  private final ThreadGroup group = new ThreadGroup("watched");

  <T> T run(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(group, task, "watched work");
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof Exception cause ? cause : failure;
    } finally {
      thread.join();
    }
  }

  /** Returns the names of the running threads. */
  List<String> running() {
    return threads().stream().map(Thread::getName).toList();
  }

  /** Returns the names of the threads that do not end within the timeout, which applies to each. */
  List<String> remaining(Duration timeout) throws InterruptedException {
    List<String> names = new ArrayList<>();
    for (Thread each : threads()) {
      if (!each.join(timeout)) {
        names.add(each.getName());
      }
    }
    return names;
  }

  private List<Thread> threads() {
    Thread[] found = new Thread[group.activeCount() + 16];
    int count = group.enumerate(found);
    return Arrays.stream(found, 0, count).filter(Thread::isAlive).toList();
  }
}

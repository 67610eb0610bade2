// Runs a recorded test.

RecordedTests().testRecording()
